/** What each room of server and web has, in the order in which they may know each other: each only those before it. */
export const subjects = {
  audit: 'who changed what, written beside each change',
  courses: 'courses and batches: rows, dates, who mentors',
  accounts: 'signup, login, sessions, second factor, academy login, own account, rules of access',
  notices: 'the bell, mails about it, announcements',
  projects: "projects, briefs, rubrics, questions for the viva, the catalogue's files",
  selections: 'the one choice of a project',
  people: 'lists, import (intake), invitations, placing, bulk actions, staff members',
  submissions: 'what a student submits: forms, versions, uploads, receipts, due dates, previews of files',
  marking: "what staff decide about it: queue, marks, reviews, release, feedback; the student's timeline",
  forum: 'posts, search, attachments, mentions, moderation, live updates, unread',
  'private-questions': "questions of one student to the mentors, inside the forum's page",
  progress: 'a batch, a student, notes, extensions, the daily mail',
  results:
    "the rule of a batch's results, a student's result, freezing, what is missing before a course ends",
  certificates: 'the name on a certificate, signed documents, certificates and their check',
  vivas: 'when and where the vivas of a batch are, what students are told of it, and the day itself',
  'viva-requests':
    'another time for a viva: requests of students, offers that are held, an examiner who is ill',
  examiners: "examiners from outside: their invitation, their vivas, a student's papers for the panel",
  'viva-hour': "marks of a viva's panel, unseen until all are given; their outcome",
  catalogue:
    'editing, import and export of courses, batches, projects; texts of pages, words of mails; the sample',
  privacy: "a person's record, exports, anonymisation",
  operations: 'backups, the journal of changes beside them, system check',
  frame: 'pages, forms without script, what every screen has around it',
  demo: 'demo data, logins of one click, listed mails, reset; loaded with DEMO only',
};
export const rooms = Object.keys(subjects);

/** Whether a file of the contract reaches the browser, and so stays free of zod: all but the calls and what is made of them. */
const isZodFree = (target) =>
  target.startsWith('src/contract/') &&
  !target.startsWith('src/contract/wire/') &&
  !/[/-]calls\.ts$/.test(target);

/**
 * @typedef {{ mayImport: (target: string) => boolean, instead: string }} Layer
 *   `mayImport`: whether a file of the layer may import a file, by its path from the project's root; `instead`: what to
 *   do where it may not
 */

const under =
  (...folders) =>
  (target) =>
    folders.some((folder) => target.startsWith(folder));

/**
 * Whether the list of rooms and the folders of src/server are the same.
 * @param {string[]} folders names of the folders in src/server
 * @param {string[]} [names]
 * @returns {string[]} one line for each that has no counterpart
 */
export function roomsAmiss(folders, names = rooms) {
  return [
    ...names
      .filter((name) => !folders.includes(name))
      .map(
        (name) =>
          `scripts/check-boundaries/layers.mjs: there is no folder src/server/${name}; take the name out`,
      ),
    ...folders
      .filter((folder) => ![...names, 'platform'].includes(folder))
      .map(
        (folder) =>
          `src/server/${folder}: no room; name it in scripts/check-boundaries/layers.mjs, or use one of ${names.join(', ')}`,
      ),
  ];
}

/** @returns {Layer} of a folder of src/server */
function serverLayer(folder) {
  if (folder === 'platform') {
    return {
      mayImport: under('src/server/platform/', 'src/contract/'),
      instead: 'the platform knows no room: hand it in as a parameter from src/server/app.ts',
    };
  }
  const known = rooms.slice(0, rooms.indexOf(folder) + 1);
  return {
    mayImport: under('src/server/platform/', 'src/contract/', ...known.map((name) => `src/server/${name}/`)),
    instead: `"${folder}" may know ${known.slice(0, -1).join(', ') || 'no other room'}: pass the value in, or move the shared piece to an earlier room`,
  };
}

/** @returns {Layer | null} of a file of src/web */
function webLayer(file) {
  const asTypes = 'the contract without its calls, which are for types only';
  if (file.startsWith('src/web/ui/')) {
    return {
      mayImport: under(
        'src/web/ui/',
        'src/web/lib/page/page-time.ts',
        'src/contract/clock-words.ts',
        'src/contract/code-highlighter.ts',
        'src/contract/links.ts',
      ),
      instead:
        'the look has no product words: pass them in as props, or move the component to src/web/features',
    };
  }
  if (file.startsWith('src/web/lib/')) {
    return {
      mayImport: (target) => target.startsWith('src/web/lib/') || isZodFree(target),
      instead: `lib may import src/web/lib and ${asTypes}`,
    };
  }
  const room = /^src\/web\/features\/([\w-]+)\//.exec(file)?.[1];
  if (room !== undefined) {
    const known = rooms.slice(0, rooms.indexOf(room) + 1);
    const may = under(
      ...known.map((name) => `src/web/features/${name}/`),
      'src/web/ui/',
      'src/web/lib/',
      'src/web/texts/',
    );
    return {
      mayImport: (target) => may(target) || isZodFree(target),
      instead: `"${room}" may know ${known.slice(0, -1).join(', ') || 'no other room'}: compose them in src/web/routes, or move the shared piece to an earlier room, src/web/ui or src/web/lib`,
    };
  }
  return {
    mayImport: (target) => target.startsWith('src/web/') || isZodFree(target),
    instead: `the web may import src/web and ${asTypes}`,
  };
}

/**
 * The layer of a source file.
 * @param {string} file path from the project's root, with `/`
 * @returns {Layer | null} null for files that may import anything: tests, and all outside of src
 */
export function layerOf(file) {
  if (/\.test\.tsx?$/.test(file)) return null;
  if (file.startsWith('src/contract/')) {
    return {
      mayImport: under('src/contract/'),
      instead: 'the contract knows nothing else: move what is shared into src/contract',
    };
  }
  const folder = /^src\/server\/([\w-]+)\//.exec(file)?.[1];
  if (folder !== undefined) return serverLayer(folder);
  if (file.startsWith('src/server/')) {
    return {
      mayImport: under('src/server/', 'src/contract/'),
      instead: 'the server knows neither the web nor the command line',
    };
  }
  if (file.startsWith('src/cli/')) {
    return {
      mayImport: under('src/cli/', 'src/server/', 'src/contract/'),
      instead: 'the command line works with the use cases in src/server',
    };
  }
  return file.startsWith('src/web/') ? webLayer(file) : null;
}

/**
 * One import that is against the rules.
 * @param {string} file path from the project's root
 * @param {{ specifier: string, isTypeOnly: boolean, line: number }} found
 * @param {string | null} target the project's file behind it; null for a package
 * @returns {string | null} where, what, and where to go instead; null when the import is fine
 */
export function importAmiss(file, { specifier, isTypeOnly, line }, target) {
  const layer = layerOf(file);
  if (layer === null) return null;
  if (target === null) {
    return specifier === 'zod' && isZodFree(file)
      ? `${file}:${line}: reaches the browser and stays free of zod; put schemas into the room's calls`
      : null;
  }
  // Types vanish before the code runs; the contract's are for everybody.
  if (isTypeOnly && target.startsWith('src/contract/')) return null;
  if (isZodFree(file) && target.startsWith('src/contract/') && !isZodFree(target)) {
    return `${file}:${line}: must not import ${target}; it reaches the browser, so it may import the contract without its calls`;
  }
  return layer.mayImport(target) ? null : `${file}:${line}: must not import ${target}; ${layer.instead}`;
}
