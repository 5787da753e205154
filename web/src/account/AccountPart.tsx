// The name others see; registering, signing in and out.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ApiError, enter, me } from "../api/client";
import { type Key, t } from "../i18n";
import { Bars } from "../ui/Bars";
import { ErrorNote } from "../ui/ErrorNote";
import { errorText } from "../ui/errors";
import { Field } from "../ui/Field";
import { Segmented } from "../ui/Segmented";
import { toast } from "../ui/Toast";
import { useAsync } from "../ui/useAsync";
import { useBusy } from "../ui/useBusy";
import { logIn, logOut, register, rename } from "./session";

/** Something that is sent: at most once at a time, with what went wrong. */
function useSending() {
  const { busy, begin, end } = useBusy();
  const [error, setError] = useState<unknown>(null);
  const send = async (run: () => Promise<void>, done: Key) => {
    if (!begin()) return;
    setError(null);
    try {
      await run();
      toast(t(done), { tone: "ok" });
    } catch (failed) {
      setError(failed);
    }
    end();
  };
  return { busy, error, send };
}

/** The text for a field whose codes these are; other failures have their own place. */
function about(error: unknown, codes: string[]): string | null {
  return error instanceof ApiError && codes.includes(error.code) ? errorText(error) : null;
}

function Form({
  onSubmit,
  busy,
  button,
  plain = false,
  children,
}: {
  onSubmit: () => void;
  busy: boolean;
  button: string;
  /** Not the first thing to do in the part. */
  plain?: boolean;
  children: ComponentChildren;
}) {
  return (
    <form
      class="me-form"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div>
        <button type="submit" class={plain ? "btn" : "btn primary"} aria-disabled={busy || undefined}>
          {button}
        </button>
      </div>
    </form>
  );
}

function Name({ name }: { name: string }) {
  const [value, setValue] = useState(name);
  const { busy, error, send } = useSending();
  const own = about(error, ["account.name", "account.taken", "request.field"]);
  return (
    <Form
      plain
      button={t("account.saveName")}
      busy={busy}
      onSubmit={() => send(() => rename(value.trim()), "account.renamed")}
    >
      <Field
        label={t("account.name")}
        value={value}
        maxLength={24}
        autoComplete="nickname"
        error={own}
        hint={t("account.nameAbout")}
        onInput={setValue}
      />
      {error !== null && !own && <ErrorNote error={error} />}
    </Form>
  );
}

type Way = "register" | "logIn";

function Credentials() {
  const [way, setWay] = useState<Way>("register");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { busy, error, send } = useSending();
  const fresh = way === "register";
  const nameError = about(error, ["account.name", "account.taken"]);
  const passwordError = about(error, ["account.password", "auth.wrong"]);
  const submit = () =>
    fresh
      ? send(() => register(name.trim(), password), "account.registered")
      : send(() => logIn(name.trim(), password), "account.loggedIn");
  return (
    <div class="me-form">
      <Segmented
        label={t("account.way")}
        hideLabel
        value={way}
        choices={[
          { value: "register", label: t("account.register") },
          { value: "logIn", label: t("nav.signIn") },
        ]}
        hint={t(fresh ? "account.registerAbout" : "account.logInAbout")}
        onChange={setWay}
      />
      <Form button={t(fresh ? "account.register" : "nav.signIn")} busy={busy} onSubmit={submit}>
        <Field
          label={t("account.login")}
          value={name}
          maxLength={24}
          autoComplete="username"
          autocapitalize="off"
          spellcheck={false}
          error={nameError}
          hint={fresh ? t("account.loginAbout") : undefined}
          onInput={setName}
        />
        <Field
          label={t("account.password")}
          type="password"
          value={password}
          maxLength={200}
          autoComplete={fresh ? "new-password" : "current-password"}
          error={passwordError}
          hint={fresh ? t("account.passwordAbout") : undefined}
          onInput={setPassword}
        />
        {error !== null && !nameError && !passwordError && <ErrorNote error={error} />}
      </Form>
    </div>
  );
}

function Registered({ login }: { login: string }) {
  const { busy, error, send } = useSending();
  return (
    <div class="me-form">
      <p>{t("account.signedInAs", { name: login })}</p>
      {error !== null && <ErrorNote error={error} />}
      <div>
        <button
          type="button"
          class="btn"
          aria-disabled={busy || undefined}
          onClick={() => send(logOut, "account.loggedOut")}
        >
          {t("account.logOut")}
        </button>
      </div>
    </div>
  );
}

export function AccountPart() {
  const { error, slow, reload } = useAsync(enter, []);
  const account = me.value;
  if (!account) {
    if (error !== undefined) return <ErrorNote error={error} onRetry={reload} />;
    return slow ? <Bars /> : null;
  }
  return (
    <>
      <Name key={account.id + account.name} name={account.name} />
      {account.guest ? <Credentials /> : <Registered login={account.login ?? account.name} />}
    </>
  );
}
