import "./ui/tokens.css";
import "./ui/ui.css";
import { render } from "preact";
import { App } from "./app";
import { applyPrefs } from "./ui/prefs";
import { keepInStep } from "./ui/sync";

await applyPrefs();
keepInStep();
render(<App />, document.getElementById("app")!);
