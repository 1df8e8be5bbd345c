import type { PageWords } from "../words.ts";

/** The sentences of every hosted page, in Hindi. */
export const pages: PageWords = {
  "page.verify.heading": "अपने ईमेल पते की पुष्टि करें",
  "page.verify.body": "यह पुष्टि करने के लिए बटन दबाएँ कि यह पता आपका है और अपने {product} खाते का सेटअप पूरा करें।",
  "page.verify.button": "मेरे ईमेल पते की पुष्टि करें",
  "page.verify.not_you": "क्या आपने {product} पर साइन अप नहीं किया है?",
  "page.verify.not_you_button": "यह मैंने नहीं किया",
  "page.verify.done_heading": "आपके ईमेल पते की पुष्टि हो गई है",
  "page.verify.done": "धन्यवाद। अब {email} आपके {product} खाते से जुड़ा है।",
  "page.verify.dead_link_confirmed":
    "अगर आपने अपने पते की पुष्टि पहले ही कर ली है, तो सब ठीक है। {product} पर वापस जाएँ और साइन इन करें।",
  "page.verify.dead_link_new": "अगर नहीं, तो ऐप में नया ईमेल मँगाएँ और सबसे नए ईमेल में दिए गए लिंक का इस्तेमाल करें।",
  "page.verify.delete_heading": "क्या यह खाता मिटाना है?",
  "page.verify.delete_body":
    "किसी ने आपके ईमेल पते से {product} पर साइन अप किया है। अगर यह आपने नहीं किया है, तो खाता मिटाएँ। इसके बाद {product} पर आपके पते का इस्तेमाल नहीं होगा।",
  "page.verify.delete_button": "खाता मिटाएँ",
  "page.verify.detach_heading": "क्या इस खाते से आपका पता हटाना है?",
  "page.verify.detach_body":
    "किसी ने {product} के एक खाते के लिए आपके ईमेल पते का इस्तेमाल किया है। अगर यह आपने नहीं किया है, तो खाते से अपना पता और पासवर्ड हटाएँ। खाता बना रहेगा, क्योंकि हो सकता है कि वह किसी और का हो।",
  "page.verify.detach_button": "मेरा पता हटाएँ",
  "page.verify.back_button": "वापस जाएँ",
  "page.verify.deleted_heading": "खाता मिटा दिया गया है",
  "page.verify.deleted":
    "अब {product} पर आपके ईमेल पते का इस्तेमाल नहीं होगा। आपको और कुछ नहीं करना है। यह पेज बंद किया जा सकता है।",
  "page.verify.detached_heading": "आपका पता हटा दिया गया है",
  "page.verify.detached":
    "आपका ईमेल पता और पासवर्ड खाते से हटा दिए गए हैं। अब कोई भी इनसे साइन इन नहीं कर सकता। खाता नहीं मिटाया गया है।",
  "page.verify.detached_close": "आपको और कुछ नहीं करना है। यह पेज बंद किया जा सकता है।",

  "page.reset.heading": "नया पासवर्ड चुनें",
  "page.reset.body": "आपके {product} खाते के लिए। सभी डिवाइस साइन आउट हो जाएँगे।",
  "page.reset.button": "नया पासवर्ड सेव करें",
  "page.reset.done_heading": "आपका पासवर्ड बदल गया है",
  "page.reset.done": "सभी डिवाइस साइन आउट कर दिए गए हैं।",
  "page.reset.dead_link": "{product} पर वापस जाएँ, “पासवर्ड भूल गए” चुनें और सबसे नए ईमेल में दिए गए लिंक का इस्तेमाल करें।",

  "page.invite.heading": "पासवर्ड चुनें",
  "page.invite.body": "आपको {product} पर आने का न्योता मिला है। अपना खाता चालू करने के लिए पासवर्ड चुनें।",
  "page.invite.button": "पासवर्ड सेव करें",
  "page.invite.done_heading": "आपका खाता तैयार है",
  "page.invite.done": "आपका पासवर्ड सेव हो गया है।",
  "page.invite.dead_link": "नया लिंक पाने के लिए {product} पर जाएँ और “पासवर्ड भूल गए” चुनें।",

  "page.password.new_label": "नया पासवर्ड",
  "page.password.label": "पासवर्ड",
  "page.password.show": "पासवर्ड दिखाएँ",
  "page.password.hide": "पासवर्ड छिपाएँ",
  "page.password.at_least": {
    one: "कम से कम {count} वर्ण। स्पेस और चिह्न भी इस्तेमाल किए जा सकते हैं।",
    other: "कम से कम {count} वर्ण। स्पेस और चिह्न भी इस्तेमाल किए जा सकते हैं।",
  },
  "page.password.no_common": "बहुत आम पासवर्ड स्वीकार नहीं किए जाते।",
  "page.password.at_most": { one: "ज़्यादा से ज़्यादा {count} वर्ण", other: "ज़्यादा से ज़्यादा {count} वर्ण" },
  "page.password.too_short": {
    one: "बहुत छोटा है: कम से कम {count} वर्ण डालें",
    other: "बहुत छोटा है: कम से कम {count} वर्ण डालें",
  },
  "page.password.too_long": {
    one: "बहुत लंबा है: ज़्यादा से ज़्यादा {count} वर्ण डालें",
    other: "बहुत लंबा है: ज़्यादा से ज़्यादा {count} वर्ण डालें",
  },
  "page.password.too_common": "बहुत आम है: कई लोग यह पासवर्ड इस्तेमाल करते हैं। कोई दूसरा चुनें",
  "page.password.personal": "इसका अनुमान लगाना आसान है: यह ऐप का नाम या आपका पता है",
  "page.password.weak": "बहुत कमज़ोर है: कोई दूसरा पासवर्ड चुनें",
  "page.password.sign_in": "{product} पर वापस जाएँ और नए पासवर्ड से साइन इन करें। यह पेज बंद किया जा सकता है।",

  "page.methods.keep_heading": "क्या साइन इन करने के ये तरीके रखने हैं?",
  "page.methods.keep_hint":
    "इनमें से हर तरीके से, पासवर्ड के बिना आपके खाते में साइन इन किया जा सकता है। जिन पर सही का निशान नहीं लगा होगा, वे हटा दिए जाएँगे।",
  "page.methods.remove_heading": "क्या साइन इन करने के इन तरीकों में से कोई हटाना है?",
  "page.methods.remove_hint":
    "ये तरीके इस पते की पुष्टि होने से पहले खाते में जोड़े गए थे। जो तरीके आपने नहीं जोड़े हैं, उन पर सही का निशान लगाएँ। पते की पुष्टि करने पर वे हटा दिए जाएँगे।",
  "page.methods.one_added": "इस पते की पुष्टि होने से पहले, खाते में साइन इन करने का यह तरीका जोड़ा गया था:",
  "page.methods.app_added":
    "इस पते की पुष्टि होने से पहले, खाते में एक ऑथेंटिकेटर ऐप जोड़ा गया था, जिसका कोड हर बार साइन इन करते समय माँगा जाता है:",
  "page.methods.remove_it": "अगर इसे आपने नहीं जोड़ा है, तो अपने पते की पुष्टि करें और इसे हटाएँ।",
  "page.methods.remove_provider_button": "पुष्टि करें और {provider} हटाएँ",
  "page.methods.remove_passkey_button": "पुष्टि करें और पासकी हटाएँ",
  "page.methods.remove_app_button": "पुष्टि करें और ऑथेंटिकेटर ऐप हटाएँ",
  "page.methods.passkey": "पासकी",
  "page.methods.app": "ऑथेंटिकेटर ऐप",
  "page.methods.linked": "लिंक करने की तारीख: {time}",
  "page.methods.added": "जोड़ने की तारीख: {time}, पिछली बार इस्तेमाल: {last_time}",
  "page.methods.added_unused": "जोड़ने की तारीख: {time}, तब से इस्तेमाल नहीं हुआ",
  "page.methods.connected": "जोड़ने की तारीख: {time}, पिछली बार इस्तेमाल: {last_time}",
  "page.methods.connected_unused": "जोड़ने की तारीख: {time}, तब से इस्तेमाल नहीं हुआ",
  "page.methods.providers_removed": "अब {providers} से खाते में साइन इन नहीं किया जा सकता।",
  "page.methods.passkeys_removed": {
    one: "खाते से {count} पासकी हटाई गई है।",
    other: "खाते से {count} पासकी हटाई गई हैं।",
  },
  "page.methods.app_removed": "ऑथेंटिकेटर ऐप खाते से हटा दिया गया है और सभी डिवाइस साइन आउट कर दिए गए हैं।",

  "page.confirm_email.heading": "अपने नए ईमेल पते की पुष्टि करें",
  "page.confirm_email.body":
    "अब से आपके {product} खाते में साइन इन करने और सभी संदेश पाने के लिए इसी पते का इस्तेमाल होगा। हम इसकी सूचना आपके पुराने पते पर भी भेजेंगे।",
  "page.confirm_email.button": "इस पते का इस्तेमाल करें",
  "page.confirm_email.done_heading": "आपका ईमेल पता बदल गया है",
  "page.confirm_email.done": "अब आपके {product} खाते का पता {email} है। आगे से इसी से साइन इन करें।",
  "page.confirm_email.in_use":
    "अब {product} के किसी दूसरे खाते में इस पते का इस्तेमाल हो रहा है, इसलिए आपके खाते का पता नहीं बदला गया।",
  "page.confirm_email.in_use_again": "कोई दूसरा पता इस्तेमाल करने के लिए, उसे ऐप में फिर से बदलें।",
  "page.confirm_email.dead_link_confirmed":
    "अगर आपने बदलाव की पुष्टि पहले ही कर ली है, तो सब ठीक है। अपने नए पते से साइन इन करें।",
  "page.confirm_email.dead_link_new":
    "अगर नहीं, तो ऐप में पता फिर से बदलें और सबसे नए ईमेल में दिए गए लिंक का इस्तेमाल करें।",

  "page.undo.heading": "क्या ईमेल पते का बदलाव पहले जैसा करना है?",
  "page.undo.body":
    "आपके {product} खाते का ईमेल पता बदल दिया गया है। अगर यह आपने नहीं किया है, तो बदलाव पहले जैसा करें। इससे ये काम होंगे:",
  "page.undo.effect_address": "आपके खाते में फिर से {email} का इस्तेमाल होगा",
  "page.undo.effect_devices": "सभी डिवाइस साइन आउट हो जाएँगे",
  "page.undo.effect_methods": "पासवर्ड और साइन इन करने का हर वह तरीका हट जाएगा जो हाल ही में जोड़ा गया है",
  "page.undo.effect_password": "आपको तुरंत नया पासवर्ड चुनना होगा",
  "page.undo.button": "बदलाव पहले जैसा करें",
  "page.undo.by_you": "अगर यह पता आपने ही बदला है, तो आपको कुछ करने की ज़रूरत नहीं है। यह पेज बंद किया जा सकता है।",
  "page.undo.done":
    "बदलाव पहले जैसा कर दिया गया है। आपके {product} खाते में फिर से {email} का इस्तेमाल हो रहा है और सभी डिवाइस साइन आउट कर दिए गए हैं।",
  "page.undo.in_use":
    "अब {product} के किसी दूसरे खाते में आपके पुराने पते का इस्तेमाल हो रहा है, इसलिए बदलाव पहले जैसा नहीं किया जा सका। कुछ भी नहीं बदला गया है।",
  "page.undo.get_back": "अपना खाता वापस पाने के लिए मदद माँगें।",
  "page.undo.dead_link_undone":
    "अगर आपने बदलाव पहले जैसा कर दिया है, तो आपका पुराना पता फिर से काम करेगा। {product} पर जाएँ और नया पासवर्ड सेट करने के लिए “पासवर्ड भूल गए” चुनें।",
  "page.undo.dead_link_not": "अगर नहीं, तो मदद माँगें।",

  "page.delete_account.ask_heading": "अपना {product} खाता मिटाएँ",
  "page.delete_account.ask_body":
    "अपने खाते का ईमेल पता डालें। हम आपको एक लिंक भेजेंगे। उसे खोलकर पुष्टि किए बिना कुछ भी नहीं मिटाया जाएगा।",
  "page.delete_account.email_label": "ईमेल पता",
  "page.delete_account.email_hint": "वह पता जिससे {product} में साइन इन किया जाता है।",
  "page.delete_account.email_mistake": "ईमेल पता डालें, जैसे कि {example}",
  "page.delete_account.ask_button": "मुझे लिंक भेजें",
  "page.delete_account.ask_effects": "पुष्टि करने पर ये चीज़ें हमेशा के लिए मिट जाएँगी:",
  "page.delete_account.effect_profile": "आपकी प्रोफ़ाइल: नाम, फ़ोटो और ईमेल पता",
  "page.delete_account.effect_methods": "साइन इन करने के सभी तरीके: पासवर्ड और लिंक किए गए खाते",
  "page.delete_account.effect_sessions": "सभी सेशन: हर डिवाइस साइन आउट हो जाएगा",
  "page.delete_account.sent_heading": "अपना इनबॉक्स देखें",
  "page.delete_account.sent":
    "अगर {email} से {product} का कोई खाता जुड़ा है, तो हमने उस पते पर एक लिंक भेजा है। खाता मिटाने के लिए उसे खोलें।",
  "page.delete_account.sent_nothing":
    "कुछ मिनट बाद भी ईमेल नहीं मिला? अपना स्पैम फ़ोल्डर देखें और जाँच लें कि आपने इसी पते से साइन अप किया था।",
  "page.delete_account.heading": "क्या अपना खाता मिटाना है?",
  "page.delete_account.body": "इससे आपका {product} खाता हमेशा के लिए मिट जाएगा:",
  "page.delete_account.at_once": "मिटाने के बाद खाता वापस नहीं लाया जा सकता।",
  "page.delete_account.later":
    "आपको तुरंत साइन आउट कर दिया जाएगा। खाता इतने समय बाद मिटा दिया जाएगा: {lifetime}। अगर आपका मन बदल जाए, तो उससे पहले साइन इन करें।",
  "page.delete_account.subscription":
    "ऐप स्टोर से ली गई सदस्यता तब तक जारी रहेगी, जब तक उसे वहीं रद्द नहीं किया जाता।",
  "page.delete_account.sure": "हाँ, मेरा खाता हमेशा के लिए मिटाएँ",
  "page.delete_account.sure_mistake": "पुष्टि करने के लिए बॉक्स पर सही का निशान लगाएँ",
  "page.delete_account.button": "मेरा खाता मिटाएँ",
  "page.delete_account.done_heading": "आपका खाता मिटा दिया गया है",
  "page.delete_account.done":
    "आपका {product} खाता और उसका सारा डेटा मिटा दिया गया है और सभी डिवाइस साइन आउट कर दिए गए हैं।",
  "page.delete_account.scheduled_heading": "आपका खाता मिटा दिया जाएगा",
  "page.delete_account.scheduled":
    "आपका {product} खाता और उसका सारा डेटा इस समय मिटा दिया जाएगा: {time}। सभी डिवाइस साइन आउट कर दिए गए हैं।",
  "page.delete_account.keep": "क्या खाता बनाए रखना है? उससे पहले {product} में साइन इन करें।",
  "page.delete_account.dead_link":
    "अगर आपने अपना खाता पहले ही मिटा दिया है, तो आपको और कुछ नहीं करना है। अगर नहीं, तो नया लिंक मँगाएँ।",
  "page.delete_account.dead_link_button": "नया लिंक मँगाएँ",

  "page.code.heading": "आपका साइन-इन कोड",
  "page.code.asked_with": "{device} से अनुरोध किया गया। समय: {time}।",
  "page.code.asked": "अनुरोध का समय: {time}।",
  "page.code.body": "यह कोड उसी डिवाइस पर {product} में डालें:",
  "page.code.not_you": "अगर आपने कोड नहीं माँगा है, तो यह पेज बंद करें और कोड किसी को न बताएँ।",
  "page.code.newest": "सिर्फ़ सबसे नए ईमेल का कोड काम करता है।",
  "page.code.dead_link":
    "अगर आपने साइन इन कर लिया है, तो सब ठीक है। अगर नहीं, तो {product} पर वापस जाएँ और नया कोड मँगाएँ।",

  "page.app.heading": "{product} पर वापस जाएँ",
  "page.app.body": "यह लिंक {product} ऐप को उस डिवाइस पर खोलता है जिस पर वह इंस्टॉल है।",
  "page.app.try_again":
    "अगर साइन इन अधूरा रह गया था, तो ऐप पर वापस जाएँ और फिर से कोशिश करें। यह पेज बंद किया जा सकता है।",

  "page.return.button": "{product} पर वापस जाएँ",
  "page.return.signed_in_heading": "बस थोड़ा-सा बाकी है",
  "page.return.signed_in": "साइन इन पूरा करने के लिए {product} पर वापस जाएँ। अगर वह अपने-आप न खुले, तो बटन दबाएँ।",
  "page.return.cancelled_heading": "साइन इन रद्द किया गया",
  "page.return.cancelled": "{product} के साथ कुछ भी शेयर नहीं किया गया और आपने साइन इन नहीं किया है।",
  "page.return.failed_heading": "साइन इन नहीं हो सका",
  "page.return.failed": "आपने साइन इन नहीं किया है। {product} पर वापस जाएँ और फिर से कोशिश करें।",
  "page.return.lost_heading": "हम यह साइन इन पूरा नहीं कर सके",
  "page.return.lost": "इसे किसी दूसरे ब्राउज़र में शुरू किया गया था, इसमें बहुत ज़्यादा समय लगा या यह पहले ही पूरा हो चुका है।",
  "page.return.lost_again": "{product} पर वापस जाएँ और फिर से साइन इन करें।",
  "page.return.wrong_heading": "साइन इन ठीक से सेट अप नहीं है",
  "page.return.wrong": "ऐप ने आपको यहाँ ऐसे तरीके से भेजा है जिसे यह सर्वर स्वीकार नहीं करता। आपने साइन इन नहीं किया है।",
  "page.return.the_app": "ऐप",

  "page.authorize.heading": "यहाँ साइन इन नहीं किया जा सकता",
  "page.authorize.body":
    "यह सर्वर OAuth 2.0 के ऑथराइज़ेशन कोड फ़्लो के साथ काम नहीं करता। {product} में साइन इन करने के लिए उसके ऐप या वेबसाइट का इस्तेमाल करें।",

  "page.accept_invite.heading": "एडमिन बनें",
  "page.accept_invite.body":
    "आपको {host} पर मौजूद {product} सर्वर का एडमिन बनने का न्योता मिला है। साइन इन करने के लिए पासवर्ड चुनें।",
  "page.accept_invite.invited": "निमंत्रण भेजने वाला पता: {inviter}, निमंत्रण पाने वाला पता: {email}",
  "page.accept_invite.button": "न्योता स्वीकार करें",
  "page.accept_invite.done_heading": "अब आप एडमिन हैं",
  "page.accept_invite.done": "{email} और अभी चुने गए पासवर्ड से कंसोल में साइन इन करें: {console}",
  "page.accept_invite.console": "कंसोल खोलें",
  "page.accept_invite.role": "आपकी भूमिका: {roles}",
  "page.accept_invite.token": "कमांड लाइन के लिए, कंसोल में निजी ऐक्सेस टोकन बनाएँ और उसे {command} में डालें।",
  "page.accept_invite.dead_link_accepted":
    "अगर आपने न्योता पहले ही स्वीकार कर लिया है, तो सब ठीक है। कंसोल में साइन इन करें।",
  "page.accept_invite.dead_link_new": "अगर नहीं, तो न्योता भेजने वाले एडमिन से नया न्योता माँगें।",
  "page.accept_invite.owner": "मालिक",
  "page.accept_invite.administrator": "एडमिन",
  "page.accept_invite.support": "सहायता",
  "page.accept_invite.viewer": "दर्शक",
  "page.accept_invite.role_of_project": "{role} ({project})",
  "page.accept_invite.this_server": "यह सर्वर",

  "page.failure.dead_link_heading": "यह लिंक अब काम नहीं करता",
  "page.failure.dead_link": "यह इस्तेमाल हो चुका है, इसकी समयसीमा खत्म हो गई है या इसकी जगह नया ईमेल भेजा गया है।",
  "page.failure.not_found_heading": "पेज नहीं मिला",
  "page.failure.not_found":
    "इस पते पर कुछ नहीं है। अगर आपने किसी ईमेल का लिंक खोला है, तो उसे फिर से खोलें और देख लें कि वह पूरा है।",
  "page.failure.elsewhere_heading": "यह अनुरोध किसी दूसरी साइट से आया है",
  "page.failure.elsewhere":
    "आपकी सुरक्षा के लिए कुछ भी नहीं बदला गया है। अपने ईमेल में दिया गया लिंक खोलें और उस पेज पर बटन दबाएँ।",
  "page.failure.many_heading": "बहुत ज़्यादा कोशिशें की गईं",
  "page.failure.many_wait": "कृपया कुछ देर बाद फिर से कोशिश करें। इंतज़ार का समय: {lifetime}।",
  "page.failure.unreadable_heading": "यह फ़ॉर्म पढ़ा नहीं जा सका",
  "page.failure.unreadable": "कुछ भी नहीं बदला गया है। अपने ईमेल में दिया गया लिंक खोलें और फिर से कोशिश करें।",
  "page.failure.other_heading": "कोई गड़बड़ी हुई",
  "page.failure.later": "कृपया कुछ मिनट बाद फिर से कोशिश करें।",
  "page.failure.quote": "अगर ऐसा फिर से हो, तो मदद माँगें और यह नंबर बताएँ:",
  "page.failure.in_use_heading": "यह पता पहले से इस्तेमाल हो रहा है",
  "page.failure.try_again": "फिर से कोशिश करें",

  "page.contact": "{support_email} पर संपर्क करें।",
  "page.contact_team": "{product} चलाने वाली टीम से संपर्क करें।",
  "page.back_to_app": "आगे बढ़ने के लिए {product} पर वापस जाएँ। यह पेज बंद किया जा सकता है।",
  "page.close": "यह पेज बंद किया जा सकता है।",
  "page.open_app": "ऐप खोलें",
  "page.open_app_hint": "यह बटन उस डिवाइस पर काम करता है जिस पर ऐप इंस्टॉल है।",
  "page.error_title": "गड़बड़ी: {title}",
  "page.footer_help": "सहायता",
  "page.footer_privacy": "निजता",
  "page.footer_terms": "शर्तें",
};
