// An address without a page.

import { Link } from "wouter-preact";
import { t } from "../i18n";
import { Page } from "./Page";

export default function NothingHere() {
  return (
    <Page title={t("errors.notFound")} class="plain">
      <h1 class="title">{t("errors.notFound")}</h1>
      <p>
        <Link class="btn primary" href="/">
          {t("errors.home")}
        </Link>
      </p>
    </Page>
  );
}
