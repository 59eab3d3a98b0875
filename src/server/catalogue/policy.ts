import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { administrator } from '../accounts/policy.ts';
import { freshly } from '../accounts/second-factor/fresh-proof.ts';

export const editor: ViewerRule<Viewer> = administrator;

/** For what cannot be undone. */
export const provenEditor: ViewerRule<Viewer> = freshly(administrator, 'holders');
