import { expect, test } from 'vitest';
import { markMentions } from './mark-mentions.ts';

test('in HTML texts alone are marked, and no code', () => {
  const html = '<p>@Anu <a href="https://x.test/@Anu">@Anu</a> <code>@Anu</code> @D&#x27;Souza</p>';
  expect(markMentions(html, ['@Anu', "@D'Souza"])).toBe(
    '<p><strong data-mention>@Anu</strong> <a href="https://x.test/@Anu"><strong data-mention>@Anu</strong></a> <code>@Anu</code> <strong data-mention>@D&#x27;Souza</strong></p>',
  );
});
