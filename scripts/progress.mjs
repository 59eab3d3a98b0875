/** Milliseconds between two lines of a step, in a log and on a terminal. */
const everyMs = { log: 5_000, terminal: 1_000 };

/** For steps in which other programs write to the same terminal: whole lines only. */
export const plain = { isTTY: false, write: (text) => process.stdout.write(text) };

/** @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Says what is done, how far it is and when it is done. A terminal shows one line that changes; a log gets lines of plain text.
 * @template T
 * @param {string} what
 * @param {(print: (text: string, stream?: Pick<NodeJS.WriteStream, 'write'>) => void) => Promise<T>} run `print` writes what a tool of the step says
 * @param {{ howFar?: () => string, out?: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> }} [options]
 * @returns {Promise<T>}
 */
export async function withProgress(what, run, { howFar = () => '', out = process.stdout } = {}) {
  const isTerminal = out.isTTY === true && process.env.TERM !== 'dumb';
  const began = performance.now();
  const passed = () => duration(performance.now() - began);
  const clear = isTerminal ? '\r\x1b[K' : '';
  out.write(`${what} ...\n`);
  const timer = setInterval(
    () =>
      out.write(
        `${clear}${[`${what}: ${passed()}`, howFar()].filter(Boolean).join(', ')}${isTerminal ? '' : '\n'}`,
      ),
    isTerminal ? everyMs.terminal : everyMs.log,
  );
  try {
    const result = await run((text, stream = out) => {
      out.write(clear);
      stream.write(text);
    });
    out.write(`${clear}${what}: done in ${passed()}.\n`);
    return result;
  } catch (error) {
    out.write(clear);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
