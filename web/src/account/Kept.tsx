// Where the preferences are kept: in the account, on this device, or nowhere.

import { me } from "../api/client";
import { t } from "../i18n";
import { ErrorNote } from "../ui/ErrorNote";
import { storageWorks } from "../ui/prefs";
import { save, saving } from "../ui/sync";

export function Kept() {
  const state = saving.value;
  if (typeof state === "object") {
    return <ErrorNote error={state.error} text={t("account.notSaved")} onRetry={save} />;
  }
  const registered = me.value !== null && !me.value.guest;
  if (registered)
    return <p class="me-kept">{t(state === "busy" ? "account.saving" : "account.inAccount")}</p>;
  if (!storageWorks.value) return <p class="me-kept warn">{t("account.blocked")}</p>;
  return <p class="me-kept">{t("account.onDevice")}</p>;
}
