import "./ui/tokens.css";
import "./ui/ui.css";
import { render } from "preact";
import { App } from "./app";
import { pressOnce } from "./ui/held";
import { applyPrefs } from "./ui/prefs";
import { keepInStep } from "./ui/sync";

await applyPrefs();
keepInStep();
pressOnce();
render(<App />, document.getElementById("app")!);
