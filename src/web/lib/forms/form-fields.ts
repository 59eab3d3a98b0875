export type Fields = Readonly<Record<string, string>>;

/** Unticked boxes and files are left out. */
export function fieldsOf(form: FormData): Fields {
  return Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

export type InvalidField = {
  field: string;
  message: string;
  /** What the form offers in place of the typed value. */
  suggested?: readonly string[];
};
