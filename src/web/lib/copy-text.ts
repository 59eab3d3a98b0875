/** @returns false where the browser refuses, such as over plain http: the text must be there to select */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
