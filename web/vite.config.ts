import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/** Writes a `.br` and a `.gz` beside every text file of the bundle, so that the server compresses nothing itself. */
function precompress(): Plugin {
  const each = (folder: string, visit: (file: string) => void) => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) each(path, visit);
      else visit(path);
    }
  };
  return {
    name: "precompress",
    apply: "build",
    writeBundle({ dir }) {
      each(dir!, path => {
        if (!/\.(js|css|html|svg|json|webmanifest)$/.test(path)) return;
        const bytes = readFileSync(path);
        if (bytes.length < 1024) return;
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
      });
    },
  };
}

/** The server that `npm run dev` talks to. */
const server = process.env.SHOUTAN_SERVER ?? "http://127.0.0.1:8361";

/** The server takes requests from its own pages only, so the proxy gives its address as the origin. */
const proxied = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [precompress()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    port: Number(process.env.PORT ?? 5173),
    host: "127.0.0.1",
    proxy: { "/api/v1": proxied, "/ws": { ...proxied, ws: true } },
  },
});
