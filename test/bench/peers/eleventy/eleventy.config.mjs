// Eleventy with one layout and nothing else. It finds layouts in its input folder, so this one is a virtual template.
export default function (eleventy) {
  eleventy.addTemplate("_includes/page.11ty.js", { render: (data) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${data.title}</title><meta name="description" content="${data.description}"></head><body><main><h1>${data.title}</h1>${data.content}</main></body></html>` });
  eleventy.addGlobalData("layout", "page.11ty.js");
  eleventy.setUseGitIgnore(false);
  return { markdownTemplateEngine: false, htmlTemplateEngine: false };
}
