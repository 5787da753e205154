// Which page stands at which address. Each page is loaded when it is first opened.

import type { ComponentType } from "preact";
import { lazy, Suspense } from "preact/compat";
import { Route, Switch, useLocation } from "wouter-preact";
import { ErrorBoundary } from "./ui/ErrorBoundary";
import NothingHere from "./ui/NothingHere";
import { Toasts } from "./ui/Toast";

type Load = () => Promise<{ default: ComponentType }>;

const PAGES: [path: string, load: Load][] = [
  ["/", () => import("./lobby/HomePage")],
  ["/g/:id", () => import("./game-route")],
  ["/learn/:lesson?", () => import("./learn/LearnPage")],
  ["/boards", () => import("./board/SheetPage")],
  ["/new", () => import("./lobby/SetupPage")],
  ["/me", () => import("./account/AccountPage")],
  ["/g/:id/count", () => import("./count/TheatrePage")],
  ["/records/:id/count", () => import("./count/TheatrePage")],
  ["/g/:id/lab", () => import("./count/LabPage")],
  ["/records/:id/lab", () => import("./count/LabPage")],
  ["/watch", () => import("./watch/WatchPage")],
  ["/g/:id/record", () => import("./review/GameRecordPage")],
  ["/record", () => import("./review/OpenPage")],
  ["/records", () => import("./archive/ArchivePage")],
  ["/records/:id", () => import("./review/RecordPage")],
];

/** The server's ids: numbers of 53 bits in 32 digits. Anything else in an address would lead a request astray. */
const ID = /^([1-9a-hjkmnp-tv-z][\da-hjkmnp-tv-z]{0,9}|[1-7][\da-hjkmnp-tv-z]{10})$/;

const routes = PAGES.map(([path, load]) => [path, lazy(load)] as const);

export function App() {
  const [path] = useLocation();
  return (
    <>
      <ErrorBoundary at={path}>
        <Suspense fallback={null}>
          <Switch>
            {routes.map(([path, Page]) => (
              <Route key={path} path={path}>
                {({ id }: { id?: string }) => (id === undefined || ID.test(id) ? <Page /> : <NothingHere />)}
              </Route>
            ))}
            <Route component={NothingHere} />
          </Switch>
        </Suspense>
      </ErrorBoundary>
      <Toasts />
    </>
  );
}
