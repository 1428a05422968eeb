/** Standard Webhooks (standardwebhooks.com): receivers can use existing libraries. */
const SECRET_PREFIX = 'whsec_'

/** The secret as users see it: the prefix and the key in base64. */
export function secretOf(key: Uint8Array): string {
  return SECRET_PREFIX + base64(key)
}

/** The key of a secret; undefined unless it is 24 to 64 bytes in base64 after the prefix. */
export function keyOf(secret: string): Uint8Array<ArrayBuffer> | undefined {
  if (!secret.startsWith(SECRET_PREFIX)) return undefined
  try {
    const text = atob(secret.slice(SECRET_PREFIX.length))
    const key = Uint8Array.from(text, (char) => char.charCodeAt(0))
    return key.length >= 24 && key.length <= 64 ? key : undefined
  } catch {
    return undefined
  }
}

/** The headers that prove a message's origin and time: one signature per secret. */
export async function signedHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  now: number,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000))
  const text = `${id}.${timestamp}.${body}`
  const signatures = await Promise.all(secrets.map((secret) => hmac(keyOf(secret)!, text)))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.map((signature) => `v1,${base64(signature)}`).join(' '),
  }
}

async function hmac(bytes: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)))
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
