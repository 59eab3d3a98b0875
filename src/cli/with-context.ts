import type { AppContext } from '#server/platform/context';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings';

const silent: AppContext['log'] = { info() {}, warn() {}, error() {} };

/** Does an operator's act on the portal's own database and files, whether the portal runs or not. */
export async function withContext<T>(act: (context: AppContext) => Promise<T>): Promise<T> {
  const context = await openContext(readSettings(), silent);
  try {
    return await act(context);
  } finally {
    await closeContext(context);
  }
}
