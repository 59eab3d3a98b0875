import { messages } from '#contract/messages';

/** Of a choice that was posted, by the name in the address of the dashboard. */
export const selectionNotices = {
  'project-selected': messages.projectSelected,
  'project-selected-before': messages.projectAlreadySelected,
} as const;
