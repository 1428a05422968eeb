/** A request as a receiver of webhooks got it. */
export interface Received {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}
