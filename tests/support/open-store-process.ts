import { mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A process that opens the store which the settings name, and says whether Amazon's library was loaded for it. */
let isLoaded = false;
registerHooks({
  resolve(specifier, context, next) {
    isLoaded ||= specifier.startsWith('@aws-sdk/');
    return next(specifier, context);
  },
});
const { openContext, closeContext } = await import('#server/platform/open-context');
const { readSettings } = await import('#server/platform/settings/settings');
await import('#server/app');
const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-lazy-'));
const context = await openContext({ ...readSettings(), dataDir }, { info() {}, warn() {}, error() {} });
console.log(isLoaded);
await closeContext(context);
rmSync(dataDir, { recursive: true });
