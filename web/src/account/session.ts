// Entering and leaving an account. The socket follows `me` by itself.

import { enter, forget, me, patch, post } from "../api/client";
import type { Account } from "../api/types";

function into(account: Account): void {
  forget();
  me.value = account;
}

/** Gives the guest of this browser a name to log in with, and a password; games stay. */
export async function register(name: string, password: string): Promise<void> {
  await enter();
  into(await post<Account>("/register", { name, password }));
}

export async function logIn(name: string, password: string): Promise<void> {
  into(await post<Account>("/login", { name, password }));
}

/** Leaves the account; the browser goes on as a new guest. */
export async function logOut(): Promise<void> {
  await post("/logout");
  forget();
  await enter();
}

/** Changes the name that others see. */
export async function rename(name: string): Promise<void> {
  me.value = await patch<Account>("/me", { name });
}
