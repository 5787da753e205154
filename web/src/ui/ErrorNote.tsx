// What went wrong: one sentence, a way on, the code in small type.

import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { errorCode, errorText } from "./errors";
import { Icon } from "./Icon";

export function ErrorNote({
  error,
  text,
  onRetry,
  children,
}: {
  /** An `ApiError`, or whatever was thrown. */
  error: unknown;
  /** Own words instead of the server's. */
  text?: string;
  /** Offers “try again”. */
  onRetry?: () => void;
  /** Other ways on: links, buttons. */
  children?: ComponentChildren;
}) {
  return (
    <div class="ui-errornote" role="alert">
      <Icon name="warn" />
      <div class="grow">
        <p>{text ?? errorText(error)}</p>
        {(onRetry || children) && (
          <div class="row wrap">
            {onRetry && (
              <button type="button" class="btn" onClick={onRetry}>
                {t("common.retry")}
              </button>
            )}
            {children}
          </div>
        )}
        <small class="num">{errorCode(error)}</small>
      </div>
    </div>
  );
}
