// A page that could not be loaded or drawn. After an update of the server the old pages' files are gone: a refresh
// brings the new ones.

import { Component, type ComponentChildren } from "preact";
import { t } from "../i18n";
import { Page } from "./Page";

/** Whether a part of the program could not be fetched, in the words of the browsers. */
export function isMissingChunk(error: unknown): boolean {
  return /dynamically imported module|importing a module script|module script failed|preload CSS/i.test(
    error instanceof Error ? error.message : "",
  );
}

type Props = {
  /** The address: another one is another try. */
  at: string;
  children: ComponentChildren;
};

export class ErrorBoundary extends Component<Props, { error: unknown }> {
  state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  componentDidUpdate({ at }: Props) {
    if (at !== this.props.at && this.state.error) this.setState({ error: null });
  }

  componentDidCatch(error: unknown) {
    console.error(error);
  }

  render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const title = isMissingChunk(error)
      ? t(navigator.onLine ? "ui.updated" : "errors.network")
      : t("ui.broken");
    return (
      <Page title={t("common.error")} class="plain">
        <h1 class="title">{title}</h1>
        <div class="row wrap">
          <button type="button" class="btn primary" onClick={() => location.reload()}>
            {t("ui.refresh")}
          </button>
          {/* A real navigation: the state that broke goes with the page. */}
          <a class="btn" href="/">
            {t("errors.home")}
          </a>
        </div>
      </Page>
    );
  }
}
