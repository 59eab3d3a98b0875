export function WhatsAppLink({ href, name }: { href: string | undefined; name: string }) {
  if (href === undefined) return null;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" aria-label={`WhatsApp to ${name}`}>
      WhatsApp
    </a>
  );
}
