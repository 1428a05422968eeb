import type { Usage } from '../../core/campaign/cost/usage.ts'
import type { Action } from '../../core/campaign/status.ts'
import { SPEC_EXAMPLE } from './spec.ts'

const PER_PAGE: Usage = {
  rowsRead: 1.4,
  rowsWritten: 1.2,
  requests: 0.05,
  awakeMs: 402.5,
  resultRowsRead: 0.1,
  resultRowsWritten: 1.1,
}

const SPENT: Usage = {
  rowsRead: 700,
  rowsWritten: 600,
  requests: 25,
  awakeMs: 201_250,
  resultRowsRead: 50,
  resultRowsWritten: 550,
}

/** A campaign halfway. */
export const CAMPAIGN_EXAMPLE = {
  id: '01k9x2m7qe4h8r0zvb',
  status: 'running' as const,
  statusReason: null,
  availableActions: ['pause', 'stop'] satisfies Action[],
  ...SPEC_EXAMPLE,
  progress: {
    fetched: 500,
    pages: 471,
    relevant: 188,
    score: 96.4375,
    bestScore: 0.9375,
    failed: 10,
    redirected: 17,
    interrupted: 0,
    busy: 0,
    postponed: 3,
    retried: 2,
    duplicates: 0,
    otherLanguage: 0,
    notModified: 0,
    unlisted: 0,
    refused: 0,
    disallowed: 9,
    leftOut: 0,
    givenUp: 0,
    outOfScope: 0,
    sideBudgetSpent: 0,
    sitemaps: 0,
    sideRequests: 8,
    bodyBytes: 9_125_410,
    remaining: 500,
    known: 4211,
    frontier: 3702,
    hosts: 8,
  },
  skipped: { robots: 9, nofollow: 41 },
  memory: { limitMb: 64, usedMb: 1, shelved: 0 },
  results: { saved: 506, records: 508, rebuilding: false },
  cost: {
    spent: SPENT,
    dollars: 0.0009,
    perPage: PER_PAGE,
    perRelevantPage: PER_PAGE,
    dollarsPerMillionPages: 1.8,
    dollarsPerMillionRelevantPages: 4.79,
    freePagesPerDay: 32_000,
  },
  arms: [],
  resets: 0,
  createdAt: '2026-11-16T09:20:00.000Z',
  updatedAt: '2026-11-16T09:30:04.350Z',
  nextTickAt: '2026-11-16T09:30:05.112Z',
}
