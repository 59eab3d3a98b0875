/** The capabilities of the server, in the order in which they may know each other: each only those before it. */
export const capabilities = [
  'audit',
  'notices',
  'accounts',
  'courses',
  'projects',
  'selections',
  'submissions',
  'marks',
  'vivas',
  'discussions',
  'data-exports',
  'staff',
];

/** Files of the contract that reach the browser: they stay free of zod. */
const zodFree = ['dates', 'durations', 'excerpt', 'limits', 'messages', 'paths', 'screens', 'staff-view'];

/**
 * @typedef {{ may: (target: string) => boolean, instead: string }} Room
 *   `may`: whether a file of the room may import a file, by its path from the project's root
 */

const under =
  (...folders) =>
  (target) =>
    folders.some((folder) => target.startsWith(folder));

/**
 * The room of a source file and what it may import.
 * @param {string} file path from the project's root, with `/`
 * @returns {Room | null} null for files outside of the rooms
 */
export function roomOf(file) {
  let match;
  if (/\.test\.tsx?$/.test(file)) return null;
  if ((match = /^src\/contract\/([\w-]+)\.ts$/.exec(file))) {
    return {
      may: under('src/contract/'),
      instead: 'the contract knows nothing else: move what is shared into src/contract',
    };
  }
  if (file.startsWith('src/server/platform/')) {
    return {
      may: under('src/server/platform/', 'src/contract/'),
      instead: 'the platform knows no capability: hand it in as a parameter from src/server/app.ts',
    };
  }
  if (file.startsWith('src/server/pages/')) {
    return {
      may: (target) =>
        under('src/server/', 'src/contract/')(target) && !/^src\/server\/(app|main)\.ts$/.test(target),
      instead: 'pages may know all of the server but app.ts and main.ts, and the built web',
    };
  }
  if ((match = /^src\/server\/([\w-]+)\//.exec(file))) {
    const own = match[1];
    const before = capabilities.slice(0, capabilities.indexOf(own) + 1);
    if (before.length === 0) {
      return {
        may: () => false,
        instead: `"${own}" is no capability: name it in scripts/walls/rooms.mjs, or use one of ${capabilities.join(', ')}`,
      };
    }
    return {
      may: under('src/server/platform/', 'src/contract/', ...before.map((name) => `src/server/${name}/`)),
      instead: `"${own}" may know ${before.slice(0, -1).join(', ') || 'no other capability'}: pass the value in, or move the shared piece to an earlier capability`,
    };
  }
  if (file.startsWith('src/server/')) {
    return {
      may: under('src/server/', 'src/contract/'),
      instead: 'the server knows neither the web nor the command line',
    };
  }
  if (file.startsWith('src/cli/')) {
    return {
      may: under('src/cli/', 'src/server/', 'src/contract/'),
      instead: 'the command line works with the use cases in src/server',
    };
  }
  const browserContract = (target) => zodFree.some((name) => target === `src/contract/${name}.ts`);
  if (file.startsWith('src/web/ui/')) {
    return {
      may: under('src/web/ui/'),
      instead:
        'the look has no product words: pass them in as props, or move the component to src/web/features',
    };
  }
  if (file.startsWith('src/web/lib/')) {
    return {
      may: (target) => target.startsWith('src/web/lib/') || browserContract(target),
      instead: `lib may import src/web/lib and the zod-free contract (${zodFree.join(', ')}); other contract files as types only`,
    };
  }
  if ((match = /^src\/web\/features\/([\w-]+)\//.exec(file))) {
    const own = `src/web/features/${match[1]}/`;
    return {
      may: (target) =>
        under(own, 'src/web/ui/', 'src/web/lib/', 'src/web/texts/')(target) || browserContract(target),
      instead:
        'a feature knows no other feature: compose them in src/web/routes, or move the shared piece to src/web/ui or src/web/lib',
    };
  }
  if (file.startsWith('src/web/')) {
    return {
      may: (target) => target.startsWith('src/web/') || browserContract(target),
      instead: `the web may import src/web and the zod-free contract (${zodFree.join(', ')}); other contract files as types only`,
    };
  }
  return null;
}
