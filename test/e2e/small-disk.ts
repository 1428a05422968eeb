import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own, to be filled: possible for root on Linux. */
export class SmallDisk {
  readonly dir: string

  private constructor(dir: string) {
    this.dir = dir
  }

  /** Undefined where this user may not mount one; says so. */
  static mount(megabytes: number): SmallDisk | undefined {
    const dir = mkdtempSync(join(tmpdir(), 'dowser-disk-'))
    try {
      run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir)
      return new SmallDisk(dir)
    } catch {
      rmdirSync(dir)
      console.warn(
        'NOT TESTED: what a full or read-only disk does; only root on Linux can mount one',
      )
      return undefined
    }
  }

  fill(): void {
    const { bavail, bsize } = statfsSync(this.dir)
    try {
      writeFileSync(this.#filler, Buffer.alloc(bavail * bsize))
    } catch {
      // Others have written meanwhile: it is full.
    }
  }

  empty(): void {
    rmSync(this.#filler)
  }

  makeReadOnly(): void {
    run('mount', '-o', 'remount,ro', this.dir)
  }

  unmount(): void {
    run('umount', '--lazy', this.dir)
    rmdirSync(this.dir)
  }

  get #filler(): string {
    return join(this.dir, '.filler')
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'pipe' })
}
