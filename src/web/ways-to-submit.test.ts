import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { paths } from '#contract/all-paths';
import type { EndpointName } from '#contract/wire/endpoints';

const files = globSync('src/web/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file: file.replace('src/web/', ''), text: readFileSync(file, 'utf8') }));

const filesWith = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

it('what changes something is sent by one element and one hook', () => {
  // Others only lead to an address. The worker writes its page without components.
  expect(filesWith(/<form(?!\s+(?:\w+=\S+\s+)*?method="get")/)).toEqual([
    'ui/form.tsx',
    'service-worker/unsent-page.ts',
  ]);
  const fromRouter =
    /import \{[^}]*\b(?:Form|useFetcher|useSubmit|useActionState)\b[^}]*\} from 'react(?:-router)?'/;
  expect(filesWith(fromRouter)).toEqual(['lib/forms/use-action-form.ts']);
});

it('requests are made by the client, uploads and what keeps screens for use offline', () => {
  const folders = /^(lib\/calls|lib\/offline|service-worker)\//;
  const others = filesWith(/\bfetch\(|XMLHttpRequest|sendBeacon/).filter((file) => !folders.test(file));
  expect(others).toEqual(['lib/page/screen-loader.ts']);
});

/** Why the form is not in the same file. */
const elsewhere: Readonly<Record<string, string>> = {
  'features/accounts/log-in.tsx': 'sent by login.tsx and sign-in-dialog.tsx',
  'features/accounts/second-factor/second-step.tsx': 'sent by the route and sign-in-dialog.tsx',
  'features/forum/moderation/hidden-posts.tsx': 'sent by reason-dialog.tsx',
  'features/forum/moderation/moderate-post.ts': 'sent by reason-dialog.tsx',
  'features/forum/news/use-view-tracking.ts': 'notes what was read, without a click',
  'features/marking/desk/use-presence.ts': 'tells colleagues what is open, without a click',
  'features/marking/grades/read-marks.ts': 'notes what was read, without a click',
  'features/submissions/receipts/check-receipt.ts': 'sent by verify-form.tsx',
};

it('a component that makes a changing call itself does it as a form', () => {
  const isChange = (name: string) => paths[name as EndpointName].method !== 'GET';
  const changing = files.filter(({ file, text }) => {
    if (!/^(features|routes|ui)\//.test(file)) return false;
    // Others get it from the form that calls them.
    if (!/import \{[^}]*\bcall\b(?! as)[^}]*\} from '[./]+lib\/calls\/client\.ts'/.test(text)) return false;
    return [...text.matchAll(/\bcall\('(\w+)'/g)].some(([, name = '']) => isChange(name));
  });
  const without = changing.filter(({ text }) => !/\buse(?:Form|ActionForm|Upload)\b/.test(text));
  expect(without.map(({ file }) => file).toSorted()).toEqual(Object.keys(elsewhere));
});
