import "./ui/tokens.css";
import "./ui/ui.css";
import { render } from "preact";
import { App } from "./app";
import { applyPrefs } from "./ui/prefs";

await applyPrefs();
render(<App />, document.getElementById("app")!);
