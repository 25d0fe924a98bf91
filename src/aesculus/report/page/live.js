// Keeping a page up to date that a server of this machine serves.

const EVERY = 2000; // ms between two questions

/** Ask for news for as long as the page is open; `owner.renew(raw)` hears of them. */
function keepLive(raw, owner) {
  const sign = find("live");
  sign.hidden = false;
  let version = "";
  const say = (text, lost) => {
    sign.textContent = text;
    sign.classList.toggle("lost", lost);
  };
  const ask = async () => {
    try {
      const answer = await fetch("data.json", { headers: version ? { "If-None-Match": version } : {}, cache: "no-store" });
      if (answer.status === 200) {
        const news = await answer.json();
        const still = await fetch("sections.html", { cache: "no-store" });
        if (!still.ok) throw new Error(`answer ${still.status}`);
        const text = await still.text();
        // Python wrote it and escaped what the store holds; scripts in it would not run (see the policy).
        keeping([find("still")], () => { find("still").innerHTML = text; });
        find("made").textContent = news.made;
        owner.renew(news);
        // Only what is shown is not asked for again.
        version = answer.headers.get("ETag") || "";
      } else if (answer.status !== 304) {
        throw new Error(`answer ${answer.status}`);
      }
      say(`live, ${new Date().toLocaleTimeString()}`, false);
    } catch {
      say("the server is gone: these are its last figures", true);
    }
    setTimeout(ask, EVERY);
  };
  say("live", false);
  setTimeout(ask, EVERY);
}
