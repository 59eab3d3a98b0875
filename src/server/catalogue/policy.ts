import { messages } from '#contract/messages';
import type { ViewerRule } from '../accounts/access-rule.ts';
import { staff } from '../accounts/policy.ts';
import type { Viewer } from '../accounts/viewer.ts';
import { freshly } from '../accounts/second-factor/fresh-proof.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

/** Administrators, who alone edit the catalogue. */
export const editor: ViewerRule<Viewer> = (check) => {
  const viewer = staff(check);
  if (viewer.role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);
  return viewer;
};

/** The same, for what cannot be undone. */
export const provenEditor: ViewerRule<Viewer> = freshly(editor, 'holders');
