import { t } from "../i18n";
import { Page } from "../ui/Page";

export default function HomePage() {
  return (
    <Page title="" class="home">
      <h1 class="title">{t("home.title")}</h1>
    </Page>
  );
}
