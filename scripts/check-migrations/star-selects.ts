const star = /\.(?:selectAll|returningAll)\(|\b(?:select|returning) \*/i;

/**
 * Queries that name no columns. PostgreSQL refuses a prepared one ("cached plan must not change result type") as soon as
 * a later version adds a column, while this version still runs beside it.
 * @param texts sources of the server, by their paths
 * @returns one line each
 */
export function starSelects(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        star.test(line)
          ? [
              `${file}:${index + 1}: name the columns: a later version may add one while this query stands prepared`,
            ]
          : [],
      ),
  );
}
