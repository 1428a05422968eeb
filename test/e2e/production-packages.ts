import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Paths of the packages that `npm ci --omit=dev` installs. */
export function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>
  }
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path]) => path)
}

/** What `npm ci --omit=dev` does, without a registry. */
export function installForProduction(folder: string): void {
  for (const path of productionPackages()) cpSync(path, join(folder, path), { recursive: true })
}
