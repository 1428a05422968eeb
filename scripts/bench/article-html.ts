import type { Link } from '../../src/core/campaign/fetch/source.ts'
import type { SitePage } from '../../src/lab/bench/endless-web.ts'

/**
 * A page of the endless site as a content management system would send it: some 35 KB, of which a
 * quarter is text. Classes, scripts and meta tags have the extent that they have on real pages, and
 * the dash in the title makes all of it text beyond Latin 1.
 */
export function articleHtml({ title, text, links }: SitePage, url: string): string {
  const words = text.split(' ')
  const [menu, inText, related] = [links.slice(0, 12), links.slice(12, 36), links.slice(36)]
  return `<!doctype html>
<html lang="en" class="no-js" dir="ltr">
${headHtml(title, url)}
<body class="page page--article theme-light" data-page="${title}" id="top">
<a class="skip-link" href="#content">Skip to content</a>
<header class="site-header" role="banner">
<nav class="nav nav--main" aria-label="Main"><ul class="nav__list">
${menu.map(menuItem).join('\n')}
</ul></nav>
</header>
<main id="content" class="layout__main" role="main">
<article class="article" itemscope itemtype="https://schema.org/Article">
<h1 class="article__title" itemprop="headline">${title}</h1>
<p class="article__meta">By <span class="author" itemprop="author">A. Writer</span>, <time datetime="2026-03-01">1 March</time> &middot; 7&nbsp;min</p>
${inText.map((link, i) => sectionHtml(link, words.slice(25 * i, 25 * i + 25), i)).join('\n')}
<p class="article__text">${words.slice(600).join(' ')}</p>
${tableHtml(words)}
</article>
<aside class="related" aria-labelledby="related"><h2 id="related">Related</h2>
${related.map(cardHtml).join('\n')}
</aside>
</main>
<footer class="site-footer"><p>&copy; 2026 Example &amp; Sons. All rights reserved.</p></footer>
<script>${SCRIPT}</script>
</body>
</html>
`
}

function headHtml(title: string, url: string): string {
  const metas = META_NAMES.map((name) => `<meta name="${name}" content="${title}">`).join('\n')
  const styles = STYLES.map((name) => `<link rel="stylesheet" href="/assets/${name}.css">`)
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Example</title>
${metas}
<link rel="canonical" href="${url}">
${styles.join('\n')}
<script>${SCRIPT}</script>
</head>`
}

function menuItem({ url, anchor }: Link): string {
  return `<li class="nav__item"><a class="nav__link" href="${url}" data-track="menu"><span class="nav__label">${anchor}</span></a></li>`
}

function sectionHtml({ url, anchor, window }: Link, words: readonly string[], i: number): string {
  const before = window.slice(0, -anchor.length)
  const heading = i % 4 === 0 ? `<h2 class="article__heading">${words[0]} ${words[1]}</h2>\n` : ''
  const figure =
    i % 8 === 3
      ? `<figure class="figure"><img class="figure__image" src="/media/${i}.jpg" alt="${words[2]}" width="640" height="360" loading="lazy"><figcaption class="figure__caption">${words[3]} ${words[4]}</figcaption></figure>\n`
      : ''
  return `${heading}${figure}<div class="block block--text" data-block="${i}"><p class="article__text">${words.slice(0, 8).join(' ')} <strong>${words[8]}</strong> ${words.slice(9, 16).join(' ')}, <em>${words[16]}</em> ${before}<a class="link link--inline" href="${url}" title="${anchor}">${anchor}</a> ${words.slice(17).join(' ')}.</p>
<ul class="facts"><li class="facts__item"><code>${words[5]}</code></li><li class="facts__item">${words[6]} <span class="badge badge--small">${i}</span></li></ul></div>`
}

function tableHtml(words: readonly string[]): string {
  const rows = Array.from({ length: 16 }, (_, i) => {
    const [name, value, note] = words.slice(20 * i, 20 * i + 3)
    return `<tr class="table__row"><th scope="row" class="table__head">${name}</th><td class="table__cell" data-label="Value">${value}</td><td class="table__cell table__cell--note"><small>${note}</small></td></tr>`
  })
  return `<!-- facts: generated, ${rows.length} rows -->
<div class="table-wrap" tabindex="0"><table class="table table--striped"><thead><tr><th>Name</th><th>Value</th><th>Note</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`
}

function cardHtml({ url, anchor, window }: Link): string {
  return `<div class="card card--horizontal" data-component="card"><div class="card__media"><img class="card__image" src="/media/thumb.jpg" alt="" width="120" height="80" loading="lazy"></div>
<div class="card__body"><h3 class="card__title"><a class="card__link" href="${url}" data-track="related">${anchor}</a></h3><p class="card__text">${window}</p><span class="card__more" aria-hidden="true">&rarr;</span></div></div>`
}

const META_NAMES = [
  'description',
  'author',
  'keywords',
  'og:title',
  'og:description',
  'og:type',
  'twitter:card',
  'twitter:title',
]
const STYLES = ['base', 'layout', 'article', 'print']

/** Two kilobytes that are read and thrown away. */
const SCRIPT =
  '\n' +
  Array.from(
    { length: 32 },
    (_, i) => `window.dataLayer = window.dataLayer || []; if (a${i} < b${i} && c) push(${i});`,
  ).join('\n')
