export type S3Address = {
  /** With scheme and any port. */
  endpoint: string;
  /** Null: `AWS_REGION` or the default. */
  region: string | null;
  bucket: string;
  /** '' or ends in `/`. */
  prefix: string;
  /** Null: the AWS SDK's default provider chain. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
};

export const s3AddressForm =
  's3://[KEY:SECRET@]HOST[:PORT]/BUCKET[/PREFIX][?region=REGION][&tls=0], or unset for a folder in DATA_DIR';

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function parseS3Address(value: string): S3Address | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  const key = decoded(url.username);
  const secret = decoded(url.password);
  if (url.protocol !== 's3:' || url.host === '' || url.hash !== '' || key === null || secret === null)
    return null;
  if ((key === '') !== (secret === '')) return null;

  const [bucket = '', ...folders] = url.pathname.slice(1).replace(/\/$/, '').split('/');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return null;
  if (!folders.every((folder) => /^[\w.-]+$/.test(folder) && !/^\.+$/.test(folder))) return null;

  const options = [...url.searchParams];
  const isKnown = ([name, text]: [string, string]): boolean =>
    (name === 'region' && /^[a-z0-9-]+$/.test(text)) || (name === 'tls' && /^[01]$/.test(text));
  if (!options.every(isKnown) || new Set(options.map(([name]) => name)).size !== options.length) return null;

  return {
    endpoint: `${url.searchParams.get('tls') === '0' ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region'),
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    credentials: key === '' ? null : { accessKeyId: key, secretAccessKey: secret },
  };
}

export function redactSecret(value: string): string {
  return (
    value
      // Secrets may contain unescaped delimiters.
      .replace(/^([^/]*\/\/|).*@/, '$1***@')
      .replace(/^([^/]*\/\/[^:/?]*):(?!\d{1,5}(?:[/?]|$))[^/?]*/, '$1:***')
      .replace(/([?&](?!region=|tls=)[^=&]*=)[^&]*/g, '$1***')
  );
}
