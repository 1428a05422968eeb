import { describeHouse, listDetails } from './house/figures.ts'
import { readSources } from './house/sources.ts'

/** `npm run house` prints the figures; `-- --list` also names what is behind them. */
const sources = readSources('src')
for (const line of describeHouse(sources)) console.log(line)
if (process.argv.includes('--list')) for (const line of listDetails(sources)) console.log(line)
