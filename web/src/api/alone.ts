// One tab at a time: what two tabs must not do at once, such as making a guest.

const PATIENCE_MS = 5000;
const LOOK_AGAIN_MS = 50;

/** Runs `work` while no other tab of this browser runs work of the same name. */
export function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Over plain HTTP in a local network browsers have no locks, but they have storage.
  if (navigator.locks) return navigator.locks.request(name, work) as Promise<T>;
  return withStorage(name, work);
}

async function withStorage<T>(name: string, work: () => Promise<T>): Promise<T> {
  const own = String(Math.random());
  const until = Date.now() + PATIENCE_MS;
  try {
    while (Date.now() < until && !(await takes(name, own))) await pause();
    return await work();
  } finally {
    release(name, own);
  }
}

/** Whether the lock is this tab's now. Where the browser stores nothing there is nobody to wait for. */
async function takes(name: string, own: string): Promise<boolean> {
  try {
    if (isHeld(localStorage.getItem(name))) return false;
    localStorage.setItem(name, `${own} ${Date.now()}`);
    // Of two tabs that wrote at once the later one stands.
    await pause();
    return localStorage.getItem(name)?.startsWith(`${own} `) ?? true;
  } catch {
    return true;
  }
}

/** A tab that was closed while it held the lock holds it no longer than anybody waits. */
function isHeld(held: string | null): boolean {
  const since = Number(held?.split(" ")[1]);
  return Math.abs(Date.now() - since) < PATIENCE_MS;
}

function release(name: string, own: string): void {
  try {
    if (localStorage.getItem(name)?.startsWith(`${own} `)) localStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}

const pause = () => new Promise(resolve => setTimeout(resolve, LOOK_AGAIN_MS));
