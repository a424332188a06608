# Answers a question from an open house, with a citation:
# python3 answer.py https://house.example "your question"
# The passage with the most and rarest of its words is quoted, once it is verified. Needs Python 3.9.
import hashlib, json, re, sys
from urllib.request import urlopen
documents = json.load(urlopen(sys.argv[1] + "/api/corpus.json"))["documents"]
passages = [(text, page) for page in documents for text in re.split(r"\n\n|\n(?=[-|\d])", page["markdown"])]
count = {word: sum(word in text.lower() for text, _ in passages) for word in re.findall(r"[^\W\d_]{4,}", sys.argv[2].lower())}
text, page = max(passages, key=lambda one: sum(1 / count[word] for word in count if word in one[0].lower()))
twin = urlopen(page["markdown_url"]).read()
if not any(count.values()) or text.encode() not in twin or hashlib.sha256(twin).hexdigest() != page["sha256"]:
    sys.exit("no verified answer")
print(f"{text.strip()}\n\n{page['title']}. {page['updated'] or page['published']}. {page['url']}\nSHA-256 {page['sha256']}")
