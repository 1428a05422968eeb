type Json = Record<string, unknown>

export function referencePage(description: Json): string {
  return `<!doctype html><title>Dowser</title><pre>${JSON.stringify(description)}</pre>`
}
