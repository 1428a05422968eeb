import { describe, expect, test } from 'vitest'
import { CAMPAIGN_EXAMPLE, CampaignBody, toSpec } from '../../../src/api/bodies/campaign-body.ts'
import { specView } from '../../../src/api/views/spec.ts'
import { EXAMPLE_SPEC } from '../../../src/core/spec/spec-rows.ts'

describe('the body of a campaign', () => {
  test('with the required fields alone comes to the spec of the example', () => {
    const spec = toSpec(CampaignBody.parse(CAMPAIGN_EXAMPLE), () => EXAMPLE_SPEC.randomSeed)
    expect(spec).toEqual(EXAMPLE_SPEC)
  })

  test('may be a campaign as the API shows it', () => {
    const spec = toSpec(CampaignBody.parse(specView(EXAMPLE_SPEC)), () => 0)
    expect(spec).toEqual(EXAMPLE_SPEC)
  })
})
