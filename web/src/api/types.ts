// The server's types by their names. `schema.d.ts` is made from `openapi.json` (`npm run types`), which a test of the
// server keeps true.
export type * from "../../types/schema.d.ts";
