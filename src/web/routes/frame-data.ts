import { useRouteLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { SeeAs } from '#contract/progress/see-as';
import type { CountOfPage } from '../lib/unread-questions.ts';

/** The signed-in user, and the server-rendered unread state of the forum. `seeAs`: staff look at the user's screen. */
export type FrameData = { user: CurrentUser; forum: CountOfPage | null; seeAs?: SeeAs };

/** undefined on public screens and without a user. */
export const useFrameData = (): FrameData | undefined =>
  useRouteLoaderData<FrameData>('routes/signed-in-frame');
