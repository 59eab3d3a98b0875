import type { Guards } from './mutation.ts';

const folder = 'src/server/submissions/previews';
const attacks = ['tests/attack/previews.http.test.ts'];
const zips = [`${folder}/read-zip.test.ts`];

/** What stands between a handed-in file and whoever looks at it. */
export const previewGuards: Guards = {
  'previews are for staff': {
    file: `${folder}/policy.ts`,
    take: '  staff(check);\n',
    put: '',
    tests: [...attacks, 'tests/api/access.test.ts'],
  },
  'previews ask for the second factor': {
    file: `${folder}/routes.ts`,
    take: 'if (viewer !== null && mustSetUpFactor(viewer, settings))',
    put: 'if (false)',
    tests: attacks,
  },
  'an address of a preview ends': {
    file: `${folder}/preview-address.ts`,
    take: 'if (until <= context.clock.now())',
    put: 'if (false)',
    tests: attacks,
  },
  'an address of a preview asks again who may read': {
    file: `${folder}/routes.ts`,
    take: 'return { file: await mayRead(viewer, grant.file), viewer };',
    put: "return { file: await staffFileReader({ viewer: { role: 'administrator' } as Viewer, params: { id: grant.file }, context }), viewer };",
    tests: attacks,
  },
  'a preview shares its origin with nobody': {
    file: `${folder}/preview-headers.ts`,
    take: "script ? 'sandbox allow-scripts' : 'sandbox',",
    put: "'sandbox allow-scripts allow-same-origin',",
    tests: attacks,
  },
  'a preview runs no script but ours': {
    file: `${folder}/preview-headers.ts`,
    take: "`script-src 'nonce-${nonce}'`",
    put: "\"script-src 'self' 'unsafe-inline'\"",
    tests: attacks,
  },
  'a preview loads nothing that is not named': {
    file: `${folder}/preview-headers.ts`,
    take: '"default-src \'none\'",',
    put: '"default-src \'self\'",',
    tests: attacks,
  },
  'only pictures and PDF are loaded by a preview': {
    file: `${folder}/routes.ts`,
    take: "if (found.kind !== 'picture' && found.kind !== 'pdf') throw httpErrors.notFound(messages.notFound);",
    put: '',
    tests: attacks,
  },
  'texts of files are no markup': {
    file: `${folder}/preview-page.ts`,
    take: 'return escapeHtml(showHidden(text));',
    put: 'return showHidden(text);',
    tests: attacks,
  },
  'pictures have bounds': {
    file: `${folder}/describe-preview.ts`,
    take: 'if (width * height > mostPixels || Math.max(width, height) > mostSide)',
    put: 'if (false)',
    tests: attacks,
  },
  'a ZIP lists so many entries': {
    file: `${folder}/read-zip.ts`,
    take: 'while (entries.length < listedEntries) {',
    put: 'while (true) {',
    tests: zips,
  },
  'an entry that is packed too tightly stays closed': {
    file: `${folder}/read-zip.ts`,
    take: 'if (entry.bytes >= ratioFrom && entry.bytes > entry.packedBytes * mostRatio)',
    put: 'if (false)',
    tests: zips,
  },
  'of an entry only so much is read': {
    file: `${folder}/read-zip.ts`,
    take: 'const end = Math.min(entry.compressedSize, packedBytes);',
    put: 'const end = entry.compressedSize;',
    tests: zips,
  },
  'of an entry only so much is opened': {
    file: `${folder}/read-zip.ts`,
    take: 'if (length < most) return;',
    put: 'return;',
    tests: zips,
  },
  'a directory is read only so far': {
    file: `${folder}/zip-source.ts`,
    take: "if (this.#read > mostBytes) throw new ZipTooWide('The directory of the ZIP is too long');",
    put: '',
    tests: zips,
  },
};
