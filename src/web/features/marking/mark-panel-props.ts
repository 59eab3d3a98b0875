import type { RubricLine } from '#contract/projects/rubric-calls';
import type { StaffSubmission } from '#contract/marking/calls';

export type MarkPanelProps = {
  /** The submission's address on the desk. */
  address: string;
  userId: string;
  /** Receipt number of the newest version the mentor has seen. */
  newest: string;
  /** Called when the mentor has seen another one. */
  onNewest: (number: string) => void;
  /** The desk address of another submission. */
  addressOf: (number: string) => string;
  /** The rubric's current lines. */
  rubricLines: readonly RubricLine[];
  /** Opens the next submission and reports there what was saved. */
  onGoOn: (saved?: StaffSubmission) => void;
};
