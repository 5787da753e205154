// Which page stands at which address. Each page is loaded when it is first opened.

import type { ComponentType } from "preact";
import { lazy, Suspense } from "preact/compat";
import { Route, Switch } from "wouter-preact";
import NothingHere from "./ui/NothingHere";

type Load = () => Promise<{ default: ComponentType }>;

const PAGES: [path: string, load: Load][] = [["/", () => import("./lobby/HomePage")]];

const routes = PAGES.map(([path, load]) => [path, lazy(load)] as const);

export function App() {
  return (
    <Suspense fallback={null}>
      <Switch>
        {routes.map(([path, Page]) => (
          <Route key={path} path={path}>
            <Page />
          </Route>
        ))}
        <Route component={NothingHere} />
      </Switch>
    </Suspense>
  );
}
