import type { RubricLine } from '#contract/rubrics';

/** What the parts of the panel with the marks have in common. */
export type MarkPanelProps = {
  /** The address of this hand-in on the desk. */
  address: string;
  /** The current user, for the keys of the drafts. */
  userId: string;
  /** The lines by which it can be marked, as they stand. */
  rubricLines: readonly RubricLine[];
  /** Leads to what is to be done next. */
  onGoOn: () => void;
};
