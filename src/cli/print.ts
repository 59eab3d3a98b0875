/** Prints one line for the operator. */
export type Print = (line: string) => void;
