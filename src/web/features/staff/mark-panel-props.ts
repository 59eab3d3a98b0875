/** What the parts of the panel with the marks have in common. */
export type MarkPanelProps = {
  /** The address of this hand-in on the desk. */
  address: string;
  /** The current user, for the keys of the drafts. */
  userId: string;
  /** Leads to what is to be done next. */
  onGoOn: () => void;
};
