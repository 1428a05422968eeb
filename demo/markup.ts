/** The frame that all pages share, odd ones included. */
export interface Markup {
  title: string
  site: string
  description: string
  nav: readonly string[]
  main: string
  aside: string
  footer: readonly string[]
}

export function writeDocument({ title, site, description, nav, main, aside, footer }: Markup) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title === site ? site : `${title} – ${site}`)}</title>
<meta name="description" content="${escapeHtml(description)}">
</head>
<body>
<header>
<p>${escapeHtml(site)}</p>
<nav>${nav.join(' | ')}</nav>
</header>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
${aside}<footer>
<p>${footer.join(' · ')}</p>
</footer>
</body>
</html>
`
}

export function anchor(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
}

export function paragraph(html: string): string {
  return `<p>${html}</p>`
}

export function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`
}

/** Escapes a sentence and puts the link in its place. */
export function withLink(sentence: string, link: string): string {
  return escapeHtml(sentence).replace('{link}', () => link)
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Rewrites a page as careless HTML; its links survive, as they do in a browser. */
export function breakMarkup(html: string): string {
  return html
    .replaceAll('</p>', '')
    .replaceAll('</li>', '')
    .replace('<main>', '<main><div><b><i>')
    .replace('</h1>', '</h2>')
    .replace('<meta name="description" content="', '<meta name=description content="')
    .replace(/<\/footer>\s*<\/body>\s*<\/html>\s*$/, '</span></table><a href=/about>About')
}
