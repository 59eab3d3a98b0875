import type { RubricLine } from '#contract/projects/rubric-calls';
import type { StaffSubmission } from '#contract/marking/calls';

/** What the parts of the panel with the marks have in common. */
export type MarkPanelProps = {
  /** The address of this hand-in on the desk. */
  address: string;
  /** The current user, for the keys of the drafts. */
  userId: string;
  /** The receipt number of the newest version of the task that the mentor knows of … */
  newest: string;
  /** … and hears that they know of another one. */
  onNewest: (number: string) => void;
  /** The address of another hand-in on the desk. */
  addressOf: (number: string) => string;
  /** The lines by which it can be marked, as they stand. */
  rubricLines: readonly RubricLine[];
  /** Leads to what is to be done next, and tells there what was saved. */
  onGoOn: (saved?: StaffSubmission) => void;
};
