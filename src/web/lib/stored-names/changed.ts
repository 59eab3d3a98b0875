/** The key of what the draft under `key` began from. */
export const aboutDraft = (key: string) => `about ${key}`;
