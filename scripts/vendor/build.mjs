// Builds static/vendor/codemirror.js from the pinned packages, and the record of what is in it.
// `npm ci --ignore-scripts && node build.mjs [folder]`: the same versions give the same bytes in any folder.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, "../../static/vendor"));
const font = { file: "course-math.woff2", package: "@fontsource/noto-sans-math", version: "5.3.0", license: "OFL-1.1" };

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

function packages() {
  const lock = JSON.parse(readFileSync(join(here, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages)
    .filter(([path]) => path !== "")
    .map(([path, entry]) => ({
      name: path.replace(/^.*node_modules\//, ""),
      version: entry.version,
      license: entry.license,
      bundled: !entry.dev,
      path,
    }));
}

function licenceText({ name, version, license, path }) {
  const folder = join(here, path);
  const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} carries no licence file`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}

async function bundle() {
  const result = await build({
    absWorkingDir: here,
    entryPoints: ["codemirror.js"],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    banner: { js: "/* CodeMirror 6; licences in codemirror.LICENSE.txt, versions in VENDOR.json */" },
    write: false,
  });
  return result.outputFiles[0].contents;
}

const parts = packages();
const code = await bundle();
const licences = parts.filter((part) => part.bundled).map(licenceText).join(`\n${"-".repeat(72)}\n\n`);
const fontPath = join(here, "../../static/vendor", font.file);
mkdirSync(target, { recursive: true });
writeFileSync(join(target, "codemirror.js"), code);
writeFileSync(join(target, "codemirror.LICENSE.txt"), licences);
writeFileSync(
  join(target, "VENDOR.json"),
  `${JSON.stringify(
    {
      files: {
        "codemirror.js": { sha256: sha256(code), source: "scripts/vendor/codemirror.js" },
        "codemirror.LICENSE.txt": { sha256: sha256(licences), source: "the licence files of the bundled packages" },
        [font.file]: { sha256: sha256(readFileSync(fontPath)), source: "scripts/vendor/README.md" },
      },
      packages: [...parts.map(({ path, ...part }) => part), { name: font.package, version: font.version, license: font.license, bundled: true }],
    },
    null,
    2,
  )}\n`,
);
