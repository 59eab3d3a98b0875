import type { AppContext } from '#server/platform/context';
import { commandLimits } from '#server/platform/database/engine';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings';

const silent: AppContext['log'] = { info() {}, warn() {}, error() {} };

/** Runs a command with a context of its own on the portal's database and files; the portal may be running. */
export async function withContext<T>(run: (context: AppContext) => Promise<T>): Promise<T> {
  const context = await openContext(readSettings(), silent, commandLimits);
  try {
    return await run(context);
  } finally {
    await closeContext(context);
  }
}
