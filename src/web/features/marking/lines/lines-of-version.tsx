import type { ListedReceipt } from '#contract/submissions/calls';
import { OwnLineComments } from './own-line-comments.tsx';

/** For a student's list of versions: the comments at lines of each, if there are any. */
export const linesOfVersion =
  ({ account }: { account: string }) =>
  ({ number, line_comments: count }: ListedReceipt) =>
    count === undefined ? null : <OwnLineComments s_id={account} receipt={number} count={count} />;
